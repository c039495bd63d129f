// Stubs of kotlinx.serialization.json; see Serialization.kt. Elements can be created, compared and printed, but not
// parsed.
package kotlinx.serialization.json

import kotlinx.serialization.KSerializer
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder

sealed class JsonElement {
  companion object {
    fun serializer(): KSerializer<JsonElement> = throw UnsupportedOperationException("a stub")
  }
}

sealed class JsonPrimitive : JsonElement() {
  abstract val isString: Boolean
  abstract val content: String
}

private class JsonLiteral(private val value: Any) : JsonPrimitive() {
  override val isString get() = value is String
  override val content get() = value.toString()

  override fun equals(other: Any?) = other is JsonLiteral && value == other.value

  override fun hashCode() = value.hashCode()

  override fun toString() = if (isString) "\"" + content.replace("\\", "\\\\").replace("\"", "\\\"") + "\"" else content
}

object JsonNull : JsonPrimitive() {
  override val isString get() = false
  override val content get() = "null"

  override fun toString() = content
}

class JsonObject(private val content: Map<String, JsonElement>) : JsonElement(), Map<String, JsonElement> by content {
  override fun equals(other: Any?) = content == other

  override fun hashCode() = content.hashCode()

  override fun toString() = content.entries.joinToString(",", "{", "}") { "\"${it.key}\":${it.value}" }
}

class JsonArray(private val content: List<JsonElement>) : JsonElement(), List<JsonElement> by content {
  override fun equals(other: Any?) = content == other

  override fun hashCode() = content.hashCode()

  override fun toString() = content.joinToString(",", "[", "]")
}

fun JsonPrimitive(value: String?): JsonPrimitive = if (value == null) JsonNull else JsonLiteral(value)

fun JsonPrimitive(value: Number?): JsonPrimitive = if (value == null) JsonNull else JsonLiteral(value)

fun JsonPrimitive(value: Boolean?): JsonPrimitive = if (value == null) JsonNull else JsonLiteral(value)

interface JsonEncoder : Encoder {
  fun encodeJsonElement(element: JsonElement)
}

interface JsonDecoder : Decoder {
  fun decodeJsonElement(): JsonElement
}

sealed class Json {
  fun parseToJsonElement(string: String): JsonElement = throw UnsupportedOperationException("a stub: $string")

  companion object Default : Json()
}
