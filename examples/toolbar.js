import { createFanion, defineFlags } from '@fanion/sdk/browser'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const { url, key } = window.fanionSettings ?? { url: 'http://127.0.0.1:4400', key: 'fan_cli_…' }
const fanion = createFanion({ url, key, flags, context: { targetingKey: 'user-1' } })

const main = document.querySelector('main')
const show = () => {
  main.textContent = `checkout: ${fanion.flags.checkout()}`
}
fanion.on('change', show)
show()

// loaded by those who ask for it alone, such as `if (import.meta.env.DEV)`
const { showToolbar } = await import('@fanion/sdk/toolbar')
showToolbar(fanion, flags)
