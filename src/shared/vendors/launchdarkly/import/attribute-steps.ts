/**
 * The names in an attribute reference. Null if it is malformed: empty, `//`, a trailing slash, an invalid tilde escape,
 * or the context's `_meta`. A literal is a single name, whatever it contains.
 */
export const stepsOf = (reference: string, literal: boolean): string[] | null => {
  if (literal) return reference === '' ? null : [reference]
  const steps = reference.startsWith('/') ? reference.slice(1).split('/') : null
  if (steps === null) return reference === '' || reference === '_meta' ? null : [reference]
  if (steps[0] === '_meta' || steps.some((step) => step === '' || /~(?![01])/.test(step))) return null
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
