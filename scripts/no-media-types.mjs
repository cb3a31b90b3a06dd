// Replaces mime-types in the build: form-data asks for a part's media type by its name only where it is given none, and
// ours always have one. The table of every media type stays out.
export function lookup() {
  return false;
}
