package import SyncGenDiagnostics

/// One difference between two versions, in words, and what it means for a database.
package struct SchemaChange: Hashable, Sendable {
  package enum Weight: String, Hashable, Sendable {
    /// Follows from the two versions alone.
    case lightweight
    /// Needs rows to be worked on.
    case custom
  }

  /// A word in the schema's `migrations:` without which the change is refused.
  package struct Permission: Hashable, Sendable {
    package enum Word: String, Hashable, Sendable {
      case drops
      case allowLossy = "allow-lossy"
      case remoteChanged = "remote-changed"
    }

    package let word: Word
    /// `Person.nick`, or `Pet`.
    package let name: String
  }

  /// What the step does, e.g. `adds attribute 'Task.title'`.
  package let text: String
  package let weight: Weight
  /// Why it is of that weight.
  package let reason: String
  /// Whether a store that CloudKit mirrors can take it: its schema only grows.
  package let suitsCloudKit: Bool
  /// What happens to rows, `nil` if nothing does.
  package let data: String?
  /// `nil` for what cannot lose anything.
  package let permission: Permission?
  /// What would make the change harmless, where there is such a thing.
  package let remedy: String?
  /// Whether nothing but the remedy helps.
  package let isImpossible: Bool
  /// Whether a frozen version stays valid without the word: earlier tools did not ask for it.
  package let sparesFrozen: Bool
  /// In the new version, or in the old one for what is gone.
  package let span: SourceSpan

  init(
    _ text: String, _ weight: Weight, because reason: String, suitsCloudKit: Bool = true,
    data: String? = nil, permission: Permission? = nil, remedy: String? = nil,
    isImpossible: Bool = false, sparesFrozen: Bool = false, at span: SourceSpan
  ) {
    self.text = text
    self.weight = weight
    self.reason = reason
    self.suitsCloudKit = suitsCloudKit
    self.data = data
    self.permission = permission
    self.remedy = remedy
    self.isImpossible = isImpossible
    self.sparesFrozen = sparesFrozen
    self.span = span
  }
}

extension SchemaChange.Permission {
  static func drops(_ name: String) -> Self { Self(word: .drops, name: name) }
  static func allowLossy(_ name: String) -> Self { Self(word: .allowLossy, name: name) }
  static func remoteChanged(_ name: String) -> Self { Self(word: .remoteChanged, name: name) }
}
