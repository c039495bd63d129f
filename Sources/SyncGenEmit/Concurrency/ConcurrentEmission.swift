import SyncGenDiagnostics

/// A run over a schema's templates on several threads.
///
/// It does not handle mistakes: if there is one, the templates are run in order instead, so that
/// the diagnostics do not depend on which thread was faster.
struct ConcurrentEmission {
  /// A file to be generated: a template with one of its subjects.
  private struct Task {
    let template: String
    let subject: Int
  }

  /// The state of one thread.
  private struct Worker {
    var emission: Emission
    var outputs: [String: Emission.Output] = [:]

    /// Returns `nil` if there is a mistake.
    mutating func file(of task: Task) -> GeneratedFile? {
      let known = outputs[task.template] ?? emission.output(named: task.template)
      guard let output = known else { return nil }
      outputs[task.template] = output
      return emission.file(of: output, for: output.subjects[task.subject])
    }
  }

  /// The files in any order; `nil` if there is a mistake.
  static func files(of input: EmissionInput) -> [GeneratedFile]? {
    var planner = Worker(emission: Emission(input))
    var tasks: [Task] = []
    for name in input.outputNames {
      guard let output = planner.emission.output(named: name) else { continue }
      planner.outputs[name] = output
      let own = output.subjects.indices.map { Task(template: name, subject: $0) }
      // A template that is rendered once covers the whole schema, so it starts first: no thread
      // should wait for it at the end.
      tasks = own.count == 1 ? own + tasks : tasks + own
    }
    guard planner.emission.bag.diagnostics.isEmpty else { return nil }
    // The planner's parsed templates serve this thread. The others do not share them.
    let files = ConcurrentMap.results(count: tasks.count, own: planner) {
      Worker(emission: Emission(input))
    } _: { [tasks] worker, index in
      worker.file(of: tasks[index])
    }
    guard let files else { return nil }
    return haveCollisions(files) ? nil : files
  }

  private static func haveCollisions(_ files: [GeneratedFile]) -> Bool {
    let places = Set(files.map { OutputPath.collisionKey(of: $0.path) })
    if places.count < files.count { return true }
    return files.contains { file in
      OutputPath.folders(above: file.path).contains {
        places.contains(OutputPath.collisionKey(of: $0))
      }
    }
  }
}
