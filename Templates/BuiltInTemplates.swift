/// The template sets that are compiled into the tool.
package enum BuiltInTemplates {}
