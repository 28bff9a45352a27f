/**
 * The names an attribute reference steps through, or null when it is malformed: empty, `//`, a slash at the end, a tilde
 * that escapes nothing, or the context's own `_meta`. A literal is one name, whatever is in it.
 */
export const stepsOf = (reference: string, literal: boolean): string[] | null => {
  if (literal) return reference === '' ? null : [reference]
  const steps = reference.startsWith('/') ? reference.slice(1).split('/') : null
  if (steps === null) return reference === '' || reference === '_meta' ? null : [reference]
  if (steps[0] === '_meta' || steps.some((step) => step === '' || /~(?![01])/.test(step))) return null
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
