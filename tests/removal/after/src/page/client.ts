import { createFanion } from '@fanion/sdk/browser'
import { flags } from '~/flags'

export const fanion = createFanion({ url: '/', key: 'fan_cli_x', flags, context: { targetingKey: 'user-1' } })
