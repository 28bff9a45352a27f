import { FanionProvider } from '@fanion/sdk/react'
import { Cart } from './cart'
import { fanion } from './client'
import { Hero } from './hero'

export const App = () => (
  <FanionProvider fanion={fanion}>
    <Hero title="Shop" />
    <Cart lines={[]} />
  </FanionProvider>
)
