// Replaces mime-types in the build. form-data looks up a part's media type by its name only if none is given, and ours always
// have one. So the table of all media types stays out.
export function lookup() {
  return false;
}
