/** The half of the library that reads PDFs; it makes itself known to the other by being loaded. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
