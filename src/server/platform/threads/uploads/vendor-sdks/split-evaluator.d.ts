// The package declares no types for its inner files.
declare module '@splitsoftware/splitio-commons/cjs/evaluator/index.js' {
  const evaluator: { readonly evaluateFeature: unknown }
  export default evaluator
}
