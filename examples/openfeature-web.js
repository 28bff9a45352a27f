import { createFanion } from '@fanion/sdk/browser'
import { fanionWebProvider } from '@fanion/sdk/openfeature-web'
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk'

const { url, key } = window.fanionSettings ?? { url: 'http://127.0.0.1:4400', key: 'fan_cli_…' }
const client = OpenFeature.getClient()
const show = () => (document.querySelector('main').textContent = `checkout: ${client.getBooleanValue('checkout', false)}`)
client.addHandler(ProviderEvents.ConfigurationChanged, show)
await OpenFeature.setContext({ targetingKey: 'user-1' })
await OpenFeature.setProviderAndWait(fanionWebProvider(createFanion({ url, key, flags: {} })))
show()
