export * from './switches'
export { newCheckout as isNewCheckout } from './switches'
export { default as price } from './price'
export type { Cart } from './cart'
