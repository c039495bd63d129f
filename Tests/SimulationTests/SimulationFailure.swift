/// A violation of a rule in a simulation.
struct SimulationFailure: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
