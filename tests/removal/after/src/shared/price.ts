/*! Shop, Apache-2.0 */
import { type Cart, sum } from './cart'

// Rounding is a business rule: see the handbook.
export default function price(cart: Cart, user: { id: string }): number {
  const total = sum(cart) // in cents
  return Math.round(total)
}
