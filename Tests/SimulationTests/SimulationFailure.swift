/// Something that must not happen in a simulation.
struct SimulationFailure: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
