export type { AppRouter } from './app-router.ts'
export { type ApiOptions, createApi, type FanionApi } from './create-api.ts'
export { type Refusal, refusalOf } from './refusal.ts'
