/// The paths of one run, to find two outputs with the same one.
struct OutputCollisions {
  /// What generated each path, by `OutputPath.collisionKey`.
  private var makers: [String: String] = [:]
  /// What generated a file in each folder, likewise.
  private var folderMakers: [String: String] = [:]

  /// Notes who generates a path; returns the explanation if the path is taken.
  mutating func collision(of path: OutputPath, _ made: String) -> String? {
    let key = path.collisionKey
    if let other = makers.updateValue(made, forKey: key) {
      return other == made
        ? "\(made) generates '\(path.text)' twice"
        : "\(made) and \(other) both generate '\(path.text)'"
    }
    if let other = folderMakers[key] {
      return "\(made) generates the file '\(path.text)', which is a folder for \(other)"
    }
    for folder in OutputPath.folders(above: path.text) {
      let folderKey = OutputPath.collisionKey(of: folder)
      if let other = makers[folderKey] {
        return "\(made) generates '\(path.text)', but '\(folder)' is a file of \(other)"
      }
      if folderMakers[folderKey] == nil { folderMakers[folderKey] = made }
    }
    return nil
  }
}
