public import SwiftSyncFoundation

/// A file that a request sends. It is read while it is sent, so it may be larger than memory.
public struct UploadFile: Hashable, Sendable {
  /// The URL of the file.
  public var url: URL
  /// The file name sent to the server.
  public var name: String
  /// The media type of the file's content.
  public var contentType: String

  /// Creates a description of a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - name: The file name sent to the server; by default the last component of the URL.
  ///   - contentType: The media type; by default derived from common file extensions, otherwise
  ///     `application/octet-stream`.
  public init(_ url: URL, name: String? = nil, contentType: String? = nil) {
    self.url = url
    self.name = name ?? url.lastPathComponent
    self.contentType = contentType ?? Self.contentType(of: url.pathExtension)
  }

  private static func contentType(of pathExtension: String) -> String {
    contentTypes[pathExtension.lowercased()] ?? "application/octet-stream"
  }

  private static let contentTypes = [
    "csv": "text/csv", "gif": "image/gif", "heic": "image/heic", "html": "text/html",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain", "webp": "image/webp",
    "xml": "application/xml", "zip": "application/zip",
  ]
}
