import SwiftSyncFoundation

#if canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The folders in which the system lets an app store data.
enum DataFolder {
  /// - Parameter file: The file for which the folder is, in errors.
  fileprivate static func unavailable(_ file: String, _ reason: String) -> SyncError {
    .unusableDatabase(path: file, reason: reason)
  }
}

#if canImport(Darwin)
  extension DataFolder {
    #if os(tvOS)
      private static let directory = FileManager.SearchPathDirectory.cachesDirectory
    #else
      private static let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
    #endif

    /// The app's own folder.
    static func ofApp(for file: String) throws(SyncError) -> URL {
      let folders = FileManager.default.urls(for: directory, in: .userDomainMask)
      guard let folder = folders.first else {
        throw unavailable(file, "the system has no folder for the app's data; state a location")
      }
      let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      return folder.appendingPathComponent(name)
    }

    /// The folder for data in the shared folder of an app group.
    static func ofGroup(_ group: String, for file: String) throws(SyncError) -> URL {
      let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
      guard let folder else {
        throw unavailable(
          file, "the app has no access to the app group '\(group)'; add it to the entitlements")
      }
      return folder.appendingPathComponent("Library/Application Support")
    }
  }
#else
  extension DataFolder {
    /// The app's own folder (XDG Base Directory Specification, which ignores relative paths).
    ///
    /// - Parameter stated: The value of `XDG_DATA_HOME`.
    static func ofApp(
      for file: String, stated: String? = getenv("XDG_DATA_HOME").map { String(cString: $0) }
    ) throws(SyncError) -> URL {
      let name: String
      do {
        name = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      } catch {
        throw unavailable(
          file, "the name of the executable is not known: \(error); state a location")
      }
      let folder =
        stated.flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
      return folder.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
    }

    /// Other systems have no app groups.
    static func ofGroup(_ group: String, for file: String) throws(SyncError) -> URL {
      throw unavailable(file, "the system has no app groups")
    }
  }
#endif
