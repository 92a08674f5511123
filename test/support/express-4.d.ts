/** Its own types are those of version 5 but for what was added there. */
declare module 'express-4' {
  import express from 'express'
  export default express
}
