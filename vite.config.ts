import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Few files in place of many small ones: what every page needs with the flag list (the first screen, so that its rows wait
 * for no second round), and what several other screens share. Each takes along everything that its modules import, unless
 * one before it did.
 */
const groups = [
  { name: 'frame', test: /app\/main\.tsx$|flags\/list-screen\.tsx$/, priority: 2 },
  { name: 'schemas', test: /node_modules\/zod|src\/shared\//, priority: 1 },
  { name: 'shared', minShareCount: 3 },
]

/** The web UI: `src/client/app` becomes `dist/web`, which the server hands out. */
export default defineConfig({
  root: 'src/client/app',
  plugins: [react()],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { port: 5173, proxy: { '^/(trpc|sdk|ofrep|auth)/': 'http://127.0.0.1:4400' } },
})
