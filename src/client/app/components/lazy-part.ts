import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isModuleMissing } from './is-module-missing.ts'
import { offerReload } from './offer-reload.tsx'

/**
 * A component that loads when it is first shown. If loading fails (the server was upgraded or is unreachable), the page
 * continues without it and offers to reload.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (!isModuleMissing(error)) throw error
      void offerReload()
      return { default: () => null }
    }
  })
