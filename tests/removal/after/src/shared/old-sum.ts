import type { Cart } from './cart'

export const oldSum = (cart: Cart): number => cart.lines.length * 100
