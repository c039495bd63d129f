package import SyncGenDiagnostics
package import SyncGenSchema

/// The files that a program generates instead of templates.
package enum ProgramFiles {
  /// A file as the program states it.
  package struct Stated: Sendable {
    package let path: String
    package let text: String

    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// The files with headers, in the order of their paths. Paths that no output may have are added to
  /// the bag.
  package static func files(
    _ stated: [Stated], by program: StatedCommand, options: EmitOptions,
    into bag: inout DiagnosticBag
  ) -> [GeneratedFile] {
    var collisions = OutputCollisions()
    let name = program.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let header = options.header(for: name)
    var files: [GeneratedFile] = []
    for file in stated {
      let path: OutputPath
      do throws(OutputPath.Failure) {
        path = try OutputPath(file.path)
      } catch {
        bag.add(
          Diagnostic(
            .error, .outputPath,
            "the program '\(program.text)': "
              + error.message(path: file.path, subject: "a file"), at: program.span))
        continue
      }
      if let message = collisions.collision(of: path, "the program '\(program.text)'") {
        bag.add(Diagnostic(.error, .outputCollision, message, at: program.span))
        continue
      }
      files.append(
        GeneratedFile(
          path: path.text, bytes: header.added(to: Array(file.text.utf8), at: path),
          template: name, shard: .schema))
    }
    return files.sorted { $0.path < $1.path }
  }
}
