import { createFanion, defineFlags } from '@fanion/sdk/browser'
import { FanionProvider, useFlag } from '@fanion/sdk/react'
import { createRoot } from 'react-dom/client'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const { url, key } = window.fanionSettings ?? { url: 'http://127.0.0.1:4400', key: 'fan_cli_…' }
const fanion = createFanion({ url, key, flags, context: { targetingKey: 'user-1' } })

const Checkout = () => <p id="checkout">checkout: {String(useFlag(flags.checkout))}</p>

createRoot(document.querySelector('main')).render(
  <FanionProvider fanion={fanion}>
    <Checkout />
  </FanionProvider>,
)
