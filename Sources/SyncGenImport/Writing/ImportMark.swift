/// A declaration of an imported schema, by the positions of the model.
package enum ImportMark: Hashable, Sendable {
  case conventions
  case scalar(Int)
  case enumeration(Int)
  case type(Int)
  case field(type: Int, Int)
  case entity(Int)
  case attribute(entity: Int, Int)
  case relation(entity: Int, Int)
  case index(entity: Int, Int)
  case check(entity: Int)
  case sync(entity: Int)
  case endpoint(Int)
  case resource(Int)
  case uploads
  case settings(Int)
}
