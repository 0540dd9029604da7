import threading

def main(arguments):
    for thread in range(3):
        start(thread)

def start(number):
    threading.Thread(target=print, args=(number,)).start()
