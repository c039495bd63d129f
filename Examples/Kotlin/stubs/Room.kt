// Stubs of the annotations and types of Room that the generated code uses, so that it can be compiled without Android.
// They do nothing. An app has the real ones, from androidx.room:room-runtime and room-ktx.
package androidx.room

import kotlin.reflect.KClass

@Target(AnnotationTarget.CLASS)
annotation class Entity(
  val tableName: String = "",
  val indices: Array<Index> = [],
  val primaryKeys: Array<String> = [],
  val foreignKeys: Array<ForeignKey> = []
)

@Target(AnnotationTarget.FIELD, AnnotationTarget.FUNCTION)
annotation class ColumnInfo(val name: String = "[field-name]", val collate: Int = UNSPECIFIED) {
  companion object {
    const val UNSPECIFIED = 1
    const val NOCASE = 3
  }
}

@Target
annotation class Index(
  vararg val value: String,
  val orders: Array<Order> = [],
  val name: String = "",
  val unique: Boolean = false
) {
  enum class Order { ASC, DESC }
}

@Target
annotation class ForeignKey(
  val entity: KClass<*>,
  val parentColumns: Array<String>,
  val childColumns: Array<String>,
  val onDelete: Int = NO_ACTION,
  val deferred: Boolean = false
) {
  companion object {
    const val NO_ACTION = 1
    const val SET_NULL = 3
    const val CASCADE = 5
  }
}

@Target(AnnotationTarget.CLASS)
annotation class Database(
  val entities: Array<KClass<*>> = [],
  val version: Int,
  val exportSchema: Boolean = true
)

@Target(AnnotationTarget.FUNCTION)
annotation class TypeConverter

@Target(AnnotationTarget.FUNCTION, AnnotationTarget.VALUE_PARAMETER, AnnotationTarget.CLASS, AnnotationTarget.FIELD)
annotation class TypeConverters(vararg val value: KClass<*>)

@Target(AnnotationTarget.CLASS)
annotation class Dao

@Target(AnnotationTarget.FUNCTION)
annotation class Query(val value: String)

@Target(AnnotationTarget.FUNCTION)
annotation class Insert

@Target(AnnotationTarget.FUNCTION)
annotation class Upsert

@Target(AnnotationTarget.FUNCTION)
annotation class Delete

@Target(AnnotationTarget.FUNCTION)
annotation class Transaction

abstract class RoomDatabase
