package import SyncGenEmit

/// Says how an output folder differs from what a schema gives, and writes nothing.
package enum OutputChecker {
  package static func check(
    _ files: [GeneratedFile], in folder: OutputFolder
  ) throws(FileFailure) -> OutputComparison {
    guard FileSystem.isFolder(folder.path) else {
      return try OutputComparer.compare(files, with: folder)
    }
    return try FolderLock.hold(folder.path, for: .reading) { _ throws(FileFailure) in
      try OutputComparer.compare(files, with: folder)
    }
  }
}
