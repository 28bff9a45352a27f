import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import './base.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { offerReload } from './components/offer-reload.tsx'
import { router } from './routes.tsx'
import { installPressGuard } from './shell/press-guard.ts'
import { printLight } from './shell/print-light.ts'
import { returnFocus } from './shell/return-focus.ts'
import { theme, variables } from './theme.ts'
import { client, earlyQueriesSettled, queryClient, trpc } from './trpc.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

installPressGuard()
printLight()

// A file of this build no longer exists: the server was upgraded while the page was open.
addEventListener('vite:preloadError', () => void offerReload())

const layers = document.getElementById('layers')
if (layers !== null) returnFocus(layers)

/** Waits briefly for the first data, so that the first render already has rows. */
const begin = async (): Promise<void> => {
  // Handles navigation before the first render.
  const unheard = router.history.subscribe(() => void router.load())
  const drawn = router.subscribe('onRendered', () => {
    unheard()
    drawn()
  })
  await router.load()
  await earlyQueriesSettled(100)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager()}
      >
        <trpc.Provider client={client} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </trpc.Provider>
      </MantineProvider>
    </StrictMode>,
  )
}

// Not awaited: a top-level await would block the pages that import this module.
void begin()
