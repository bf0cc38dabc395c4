# The README's steps in a container:
#   docker build -t dls . && docker run -it dls
# The image holds everything installed and built, so that `./learn run 01` starts at once.
FROM debian:12
COPY . /root/course
WORKDIR /root/course
RUN ./learn run 01 --quick
RUN ./learn data get fashion-mnist
CMD ["bash"]
