import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The web UI: `src/client/app` becomes `dist/web`, which the server hands out. */
export default defineConfig({
  root: 'src/client/app',
  plugins: [react()],
  build: { outDir: '../../../dist/web', emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '^/(trpc|sdk|ofrep|auth)/': 'http://127.0.0.1:4400' } },
})
