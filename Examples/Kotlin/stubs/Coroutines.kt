// A stub of the type of kotlinx.coroutines that the generated code uses. An app has the real one.
package kotlinx.coroutines.flow

interface Flow<out T>
