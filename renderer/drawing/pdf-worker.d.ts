/** The parser of the library. Importing it registers it with the rest of the library. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
