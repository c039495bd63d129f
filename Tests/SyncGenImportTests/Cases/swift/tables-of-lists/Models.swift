import SwiftData

@Model final class Product {
  @Attribute(.unique) var id: Int
  @Relationship(inverse: \ProductTag.products) var tags: [ProductTag] = []
}

@Model final class ProductTag {
  @Attribute(.unique) var id: Int
  var products: [Product] = []
}
