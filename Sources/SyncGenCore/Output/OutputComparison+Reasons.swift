import SyncGenEmit

extension OutputComparison.Change {
  /// Why an outdated file is named.
  package var reason: String {
    switch kind {
    case .changed(let cause): cause.reason
    case .versionOnly: "made by another version of the tool"
    case .missing: "missing"
    case .stray(isEdited: false): "stray: an earlier run made it and this one does not"
    case .stray(isEdited: true):
      "stray and edited by hand: an earlier run made it and this one does not"
    }
  }
}

extension OutputComparison.Change.Cause {
  fileprivate var reason: String {
    switch self {
    case .editedByHand: "edited by hand: it is not what the tool wrote"
    case .template(let name): "template changed: '\(name)' or one that it uses"
    case .schema: "schema changed: it gives something else now"
    case .tool(let version):
      "tool changed: version \(version) made it, and this one gives something else"
    case .unknown: "changed: it differs from what the schema gives"
    }
  }
}

extension OutputComparison.Obstacle {
  /// Why the tool does not write here, and what to do.
  package var reason: String {
    switch kind {
    case .handMade:
      "in the way: the tool did not make this file; move it or remove it"
    case .editedByHand:
      "in the way: edited by hand since the tool made it, and without the header "
        + "'\(GeneratedHeader.marker) …' it is not overwritten; move it or remove it"
    case .notAFile:
      "in the way: this is no file; move it or remove it"
    case .outside(let link):
      "in the way: the link '\(link)' leads out of the package of the schema; remove it"
    case .otherSchema(let schema):
      "in the way: this file is output of \(schema); give each schema its own output folder"
    }
  }
}
