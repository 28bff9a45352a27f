import { getCurrentScope, inject, onScopeDispose, shallowRef } from 'vue'

const place = Symbol('fanion')

/** `app.use(fanionPlugin(fanion))`: the client for all parts of the application. */
export const fanionPlugin = (fanion) => ({ install: (app) => app.provide(place, fanion) })

/** The value of a declared flag, which follows it: `const checkout = useFlag(flags.checkout)`. */
export const useFlag = (flag) => {
  const fanion = inject(place)
  const value = shallowRef(fanion.value(flag))
  const stop = fanion.on('change', () => {
    value.value = fanion.value(flag)
  })
  if (getCurrentScope()) onScopeDispose(stop)
  return value
}
