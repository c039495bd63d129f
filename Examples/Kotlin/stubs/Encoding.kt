// Stubs of kotlinx.serialization; see Serialization.kt.
package kotlinx.serialization.encoding

interface Encoder

interface Decoder
