// Two threads run a program in an interpreter each.
#include <assert.h>
#include <pthread.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

static void *run(void *argument)
{
    lua_State *state = luaL_newstate();
    assert(state);
    luaL_requiref(state, "_G", luaopen_base, 1);
    assert(luaL_dostring(state, "local t = {} for i = 1, 5 do t[i] = i * i end return #t") == LUA_OK);
    assert(lua_tointeger(state, -1) == 5);
    lua_close(state);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    run(NULL);
    pthread_join(thread, NULL);
    return 0;
}
