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
import { printLight } from './shell/print-light.ts'
import { returnFocus } from './shell/return-focus.ts'
import { steadyPress } from './shell/steady-press.ts'
import { theme, variables } from './theme.ts'
import { askedIsThere, client, queryClient, trpc } from './trpc.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

steadyPress()
printLight()

// a file of this build that is gone: the server was upgraded while the page stood open
addEventListener('vite:preloadError', () => void offerReload())

const layers = document.getElementById('layers')
if (layers !== null) returnFocus(layers)

/** The first picture has its rows, where they come in time: it is drawn once, and not first without them. */
const begin = async (): Promise<void> => {
  // whoever goes elsewhere before anything is drawn gets there, too
  const unheard = router.history.subscribe(() => void router.load())
  const drawn = router.subscribe('onRendered', () => {
    unheard()
    drawn()
  })
  await router.load()
  await askedIsThere(100)
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

// not awaited here: the pages import this module, and would wait for it
void begin()
