import * as switches from '~/shared/switches'

export function show(value: number): string
export function show(value: string): string
export function show(value: number | string): string {
  if (switches.newCheckout()) {
    const text = String(value)
    return text.trim()
  } else {
    return String(value)
  }
}

/** Formats amounts the way the checkout wants them. */
export const format = switches.newCheckout()
  ? new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
  : { format: (n: number) => `${n} €` }

function onlyOld(): string {
  return 'old'
}

export const legacy = () => (switches.newCheckout() ? undefined : onlyOld())
