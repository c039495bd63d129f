import SyncGenDiagnostics
import SyncGenYAML

/// The upload of the `rest` protocol that consists of the endpoints of resources.
struct ResourceUpload {
  /// The name if the schema has other uploads.
  static let name = "resources"

  let nodes: ResourceNodes
  /// The entities with their endpoints.
  let entities: [YAMLPair]

  /// Adds the upload.
  ///
  /// - Parameter uploads: The value of `uploads:`.
  /// - Returns: The name of the upload and the new value; `nil` if there is a mistake, which is
  ///   reported here or where the value is read.
  func added(
    to uploads: YAMLNode?, into bag: inout DiagnosticBag
  ) -> (name: String, uploads: YAMLNode)? {
    guard let uploads, !uploads.isNull, !uploads.hasNoItems else {
      return (APIResolver.unnamedUpload, upload)
    }
    guard case .mapping(let pairs) = uploads.content else { return nil }
    if pairs.contains(where: { UploadEndpointKey(rawValue: $0.key) != nil }) {
      return RowUploadReader.reads(uploads)
        ? extended(uploads, pairs).map { (APIResolver.unnamedUpload, $0) }
        : (
          Self.name,
          nodes.mapping([
            YAMLPair(key: APIResolver.unnamedUpload, at: uploads.span, value: uploads),
            nodes.pair(Self.name, upload),
          ])
        )
    }
    guard let own = pairs.firstIndex(where: { $0.key == Self.name }) else {
      return (
        Self.name,
        YAMLNode(.mapping(pairs + [nodes.pair(Self.name, upload)]), at: uploads.span)
      )
    }
    return named(pairs, own, into: &bag).map {
      (Self.name, YAMLNode(.mapping($0), at: uploads.span))
    }
  }

  /// The uploads with an own one that only states how resources are uploaded.
  private func named(
    _ uploads: [YAMLPair], _ position: Int, into bag: inout DiagnosticBag
  ) -> [YAMLPair]? {
    let own = uploads[position]
    guard RowUploadReader.reads(own.value), case .mapping(let pairs) = own.value.content else {
      bag.add(.nameOfResourceUpload(at: own.keySpan))
      return nil
    }
    return extended(own.value, pairs).map { value in
      var uploads = uploads
      uploads[position] = YAMLPair(key: own.key, at: own.keySpan, value: value)
      return uploads
    }
  }

  private var upload: YAMLNode {
    nodes.mapping([
      nodes.pair(
        UploadEndpointKey.protocol.rawValue, nodes.text(UploadProtocol.rest.rawValue)),
      nodes.pair(UploadEndpointKey.entities.rawValue, nodes.mapping(entities)),
    ])
  }

  /// An upload that the schema states, with further entities.
  private func extended(_ upload: YAMLNode, _ pairs: [YAMLPair]) -> YAMLNode? {
    let key = UploadEndpointKey.entities.rawValue
    guard let position = pairs.firstIndex(where: { $0.key == key }) else {
      return YAMLNode(
        .mapping(pairs + [nodes.pair(key, nodes.mapping(entities))]), at: upload.span)
    }
    let own = pairs[position]
    guard case .mapping(let stated) = own.value.content else { return nil }
    var pairs = pairs
    pairs[position] = YAMLPair(
      key: own.key, at: own.keySpan,
      value: YAMLNode(.mapping(stated + entities), at: own.value.span))
    return YAMLNode(.mapping(pairs), at: upload.span)
  }
}
