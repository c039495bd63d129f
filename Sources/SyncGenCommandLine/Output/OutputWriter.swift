import SyncGenEmit

/// Updates an output folder to the output of a schema, and changes nothing else.
package enum OutputWriter {
  /// Whether the tool has written a file with this content.
  package static func mayBeGenerated(_ bytes: [UInt8]) -> Bool {
    GeneratedHeader.isGenerated(bytes)
  }

  /// Writes the differences and removes the remains of an earlier run. If there is an obstacle,
  /// nothing is written.
  ///
  /// - Parameter inputs: What the files were generated from; `nil` for output without a manifest.
  static func write(
    _ files: [GeneratedFile], from inputs: OutputManifest.Inputs?, to folder: OutputFolder
  ) throws(FileFailure) -> OutputComparison {
    if files.isEmpty, !FileSystem.isFolder(folder.path) { return OutputComparison() }
    try FileSystem.createFolder(folder.path)
    return try FolderLock.hold(folder.path, for: .writing) { isAlone throws(FileFailure) in
      let comparison = try OutputComparer.compare(files, from: inputs, with: folder)
      if isAlone {
        for path in comparison.leftovers { try FileSystem.remove(Path.join(folder.path, path)) }
      }
      if comparison.obstacles.isEmpty {
        try apply(comparison.changes, to: folder.path)
        // Last: until then, the old manifest tells which files are the tool's own.
        try apply(comparison.manifestChanges, to: folder.path)
      }
      return comparison
    }
  }

  private static func apply(
    _ changes: [OutputComparison.Change], to root: String
  ) throws(FileFailure) {
    // First, since a stray file may block a new one that differs only in case.
    for change in changes where change.isStray {
      try remove(change.path, from: root)
    }
    for change in changes where !change.isStray {
      let path = Path.join(root, change.path)
      try FileSystem.createFolder(Path.split(path).folder)
      try FileSystem.replace(path, with: change.bytes)
    }
  }

  private static func remove(_ file: String, from root: String) throws(FileFailure) {
    try FileSystem.remove(Path.join(root, file))
    var (subfolder, _) = Path.split(file)
    while !subfolder.isEmpty, FileSystem.removeFolder(ifEmpty: Path.join(root, subfolder)) {
      subfolder = Path.split(subfolder).folder
    }
  }
}

/// Reports how an output folder differs from the output of a schema, and writes nothing.
package enum OutputChecker {
  static func check(
    _ files: [GeneratedFile], from inputs: OutputManifest.Inputs?, in folder: OutputFolder
  ) throws(FileFailure) -> OutputComparison {
    guard FileSystem.isFolder(folder.path) else {
      return try OutputComparer.compare(files, from: inputs, with: folder)
    }
    return try FolderLock.hold(folder.path, for: .reading) { _ throws(FileFailure) in
      try OutputComparer.compare(files, from: inputs, with: folder)
    }
  }

  /// The files of the last run, if it had the same inputs and everything is still as it was left.
  ///
  /// A tool that was built since then may generate other files.
  static func unchangedPaths(
    in folder: OutputFolder, from inputs: OutputManifest.Inputs
  ) throws(FileFailure) -> [String]? {
    guard FileSystem.isFolder(folder.path) else { return nil }
    return try FolderLock.hold(folder.path, for: .reading) { _ throws(FileFailure) in
      try OutputComparer(folder).unchangedPaths(from: inputs)
    }
  }
}
