// Replaces modules in the build that form-data loads for what we never ask of it: to look up a media type or measure a length
// (we always give both), to send the form itself (`submit`), or to name its objects in messages.
function none() {
  return undefined;
}

module.exports = Object.assign(none, { lookup: none });
