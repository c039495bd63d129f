import SyncGenYAML

/// The entities that uploads name, known before the API is read: their local writes are pushed.
enum UploadedEntities {
  /// - Parameter api: The value of `api:`. Mistakes in it are reported where it is read.
  static func names(in api: YAMLNode?) -> Set<String> {
    guard case .mapping(let keys)? = api?.content,
      case .mapping(let pairs)? = keys.first(where: { $0.key == APIKey.uploads.rawValue })?.value
        .content
    else { return [] }
    if pairs.contains(where: { UploadEndpointKey(rawValue: $0.key) != nil }) {
      return entities(of: pairs)
    }
    return pairs.reduce(into: []) { names, upload in
      if case .mapping(let keys) = upload.value.content { names.formUnion(entities(of: keys)) }
    }
  }

  private static func entities(of upload: [YAMLPair]) -> Set<String> {
    let node = upload.first { $0.key == UploadEndpointKey.entities.rawValue }?.value
    switch node?.content {
    case .mapping(let pairs): return Set(pairs.map(\.key))
    case .sequence(let items): return Set(items.compactMap { $0.scalar?.text })
    case .scalar, nil: return []
    }
  }
}
