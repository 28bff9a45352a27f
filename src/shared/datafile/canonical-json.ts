/**
 * JSON text with the keys of every object in code unit order and absent fields left out: equal documents have equal
 * text, whatever order they were written in. Takes JSON values only.
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  // Safe cast: a JSON object has string keys; its values are handled by the recursion.
  const object = value as Record<string, unknown>
  let fields = ''
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue
    fields += `${fields && ','}${JSON.stringify(key)}:${canonicalJson(object[key])}`
  }
  return `{${fields}}`
}
