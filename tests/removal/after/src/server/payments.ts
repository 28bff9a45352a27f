import type { Cart } from '~/shared'

export async function charge(cart: Cart, cents: number): Promise<string> {
  return `${cart.lines.length}:${cents}`
}
export async function chargeLegacy(cart: Cart): Promise<string> {
  return String(cart.lines.length)
}
export const notifyWarehouse = async (receipt: string): Promise<void> => console.info(receipt)
export const audit = async (what: string, value: string): Promise<void> => console.info(what, value)
