// A stub of kotlinx.serialization; see Serialization.kt.
package kotlinx.serialization.descriptors

interface SerialDescriptor
