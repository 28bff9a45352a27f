export function show(value: number): string
export function show(value: string): string
export function show(value: number | string): string {
  const text = String(value)
  return text.trim()
}

/** Formats amounts the way the checkout wants them. */
export const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })

export const legacy = () => undefined
