import { createFanion } from '@fanion/sdk/browser'
import { createApp } from 'vue'
import App from './App.vue'
import { flags } from './flags.js'
import { fanionPlugin } from './use-flag.js'

const { url, key } = window.fanionSettings ?? { url: 'http://127.0.0.1:4400', key: 'fan_cli_…' }
const fanion = createFanion({ url, key, flags, context: { targetingKey: 'user-1' } })
createApp(App).use(fanionPlugin(fanion)).mount('main')
