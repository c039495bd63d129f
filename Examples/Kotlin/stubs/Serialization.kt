// Stubs of the parts of kotlinx.serialization that the generated code uses. An app has the real ones, from
// org.jetbrains.kotlinx:kotlinx-serialization-json and its compiler plugin.
package kotlinx.serialization

import kotlin.reflect.KClass
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder

@Target(AnnotationTarget.CLASS, AnnotationTarget.PROPERTY, AnnotationTarget.TYPE)
annotation class Serializable(val with: KClass<out KSerializer<*>> = KSerializer::class)

interface KSerializer<T> {
  val descriptor: SerialDescriptor

  fun serialize(encoder: Encoder, value: T)

  fun deserialize(decoder: Decoder): T
}
