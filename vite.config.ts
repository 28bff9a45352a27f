import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { isLocale, messages, placeOf } from './scripts/messages/plugin.ts'
import { bundledPackages } from './scripts/notices/bundled.ts'

/**
 * Few files in place of many small ones: what every page needs with the flag list (the first screen, so that its rows wait
 * for no second round), and what several other screens share. Each takes along everything that its modules import, unless
 * one before it did.
 */
const groups = [
  { name: 'frame', test: /app\/main\.tsx$|flags\/screens\/list\/list-screen\.tsx$/, priority: 2 },
  { name: 'schemas', test: /node_modules\/zod|src\/shared\//, priority: 1 },
  { name: 'shared', minShareCount: 3 },
]

/** The web UI: `src/client/app` becomes `dist/web`, which the server hands out. The mode may be a language: `--mode nb`. */
export default defineConfig(({ mode }) => {
  const locale = isLocale(mode) ? mode : 'en'
  return {
    root: 'src/client/app',
    base: placeOf(locale),
    plugins: [messages(locale), react(), bundledPackages(`web-${locale}`)],
    worker: { plugins: () => [messages(locale)] },
    build: {
      outDir: `../../../dist/web${placeOf(locale)}`,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // of 6 000 icons only those that are imported are read, in each language
        experimental: { lazyBarrel: true },
        output: {
          codeSplitting: { groups },
          // the first script names all that may be loaded later: shortly
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash:7][extname]',
        },
      },
    },
    server: { port: 5173, proxy: { '^/(trpc|sdk|ofrep|auth)/': 'http://127.0.0.1:4400' } },
  }
})
